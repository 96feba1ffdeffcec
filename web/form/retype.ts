type TextField = Pick<HTMLInputElement, 'value' | 'selectionStart' | 'setSelectionRange'>

/**
 * Replaces the typed text of a field by `filter(text)` and returns the result. Keeps the caret after the same
 * characters; React would move it to the end, because the value differs from the typed text.
 */
export function retype(field: TextField, filter: (typed: string) => string): string {
  const typed = field.value
  const filtered = filter(typed)
  if (filtered === typed) return filtered
  const caret = Math.min(
    filtered.length,
    filter(typed.slice(0, field.selectionStart ?? undefined)).length,
  )
  field.value = filtered
  field.setSelectionRange(caret, caret)
  return filtered
}
