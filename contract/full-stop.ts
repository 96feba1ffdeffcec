/**
 * Adds a full stop unless the sentence already ends with punctuation. A name such as 'Telecom S.A.' may end it with
 * one.
 */
export const fullStop = (sentence: string): string =>
  /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
