/**
 * Words that attackers try first at this product (ASVS 6.1.2, 6.2.11). Documented in docs/security/authentication.md.
 */
const contextWords = [
  'portaria',
  'gestaodeacesso',
  'acesso',
  'operadora',
  'telecom',
  'associacao',
  'administrador',
]
/** Words that long common passwords contain (ASVS 6.2.4). */
const commonWords = [
  'password',
  'senha',
  'qwerty',
  'asdfgh',
  'zxcvbn',
  'iloveyou',
  'welcome',
  'admin',
  'letmein',
  'changeme',
  'teamo',
  'brasil',
]
/** Minimum length after guessable parts are removed. */
const minLength = 10

/** Whether a password is too short after common words, the user's own data, sequences and repetitions are removed. */
export function isGuessable(password: string, own: readonly string[]): boolean {
  // Years are removed first, because normalisation turns some of their digits into letters.
  let rest = normalise(password.replace(/(19|20)\d\d/g, ''))
  const parts = [
    ...contextWords,
    ...commonWords,
    ...own
      .flatMap((text) => text.split('@'))
      .flatMap((text) => normalise(text).match(/[a-z0-9]{3,}/g) ?? []),
  ]
  for (const part of parts.sort((a, b) => b.length - a.length)) rest = rest.replaceAll(part, '')
  rest = rest.replace(/(.)\1+/g, '$1').replace(/(.{2,4})\1+/g, '$1')
  return withoutSequences(rest).length < minLength
}

function normalise(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[@4]/g, 'a')
    .replace(/0/g, 'o')
    .replace(/\$/g, 's')
    .replace(/3/g, 'e')
}

/** Removes each character that follows its predecessor in order, as in `12345` and `abcdef`. */
function withoutSequences(text: string): string {
  return Array.from(text)
    .filter(
      (character, index, all) =>
        character.charCodeAt(0) - (all[index - 1]?.charCodeAt(0) ?? -9) !== 1,
    )
    .join('')
}
