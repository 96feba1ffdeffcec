/** Gives the browser a file to keep, as a link to one would. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken it by the time that it gets to this.
  setTimeout(() => URL.revokeObjectURL(address))
}
