/** Downloads a blob as a file. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has already started when the timer runs.
  setTimeout(() => URL.revokeObjectURL(address))
}
