/**
 * Ends a sentence whose last word may be a name. A name that brings its own stop ('Telecom S.A.', 'José Souza Jr.') gets
 * no second one.
 */
export const fullStop = (sentence: string): string =>
  /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
