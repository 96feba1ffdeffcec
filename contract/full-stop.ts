/**
 * Adds a full stop unless the sentence already ends with punctuation. A sentence that ends with a name such as 'Telecom
 * S.A.' needs none.
 */
export const fullStop = (sentence: string): string =>
  /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`

/** Returns the full stop that follows a text shown in its own element: '.', or '' after punctuation. */
export const fullStopAfter = (text: string): string => fullStop(text).slice(text.length)
