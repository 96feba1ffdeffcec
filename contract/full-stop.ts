/**
 * Adds a full stop unless the sentence already ends with punctuation. A sentence that ends with a name such as 'Telecom
 * S.A.' needs none.
 */
export const fullStop = (sentence: string): string =>
  /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
