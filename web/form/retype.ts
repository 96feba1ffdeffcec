type TextField = Pick<HTMLInputElement, 'value' | 'selectionStart' | 'setSelectionRange'>

/**
 * Replaces what was typed into a field by what is kept of it, and returns that. The caret stays after the same
 * characters: a value that React sets differently from the typed one puts it at the end.
 */
export function retype(field: TextField, keep: (typed: string) => string): string {
  const typed = field.value
  const kept = keep(typed)
  if (kept === typed) return kept
  const caret = Math.min(
    kept.length,
    keep(typed.slice(0, field.selectionStart ?? undefined)).length,
  )
  field.value = kept
  field.setSelectionRange(caret, caret)
  return kept
}
