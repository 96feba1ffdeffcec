/**
 * Adds a full stop unless the sentence already ends with punctuation, as after a name such as 'Telecom S.A.' or
 * 'José Souza Jr.'.
 */
export const fullStop = (sentence: string): string =>
  /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
