/** Words that anybody would try here (ASVS 6.1.2, 6.2.11); documented in docs/security/authentication.md. */
const contextWords = [
  'portaria',
  'gestaodeacesso',
  'acesso',
  'operadora',
  'telecom',
  'associacao',
  'administrador',
]
/** What the longest of the common passwords are made of (ASVS 6.2.4). */
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
/** How much must remain once the guessable parts are taken out. */
const enough = 10

/** Whether little is left of a password without its well-known words, the person's own, sequences and repetitions. */
export function isGuessable(password: string, own: readonly string[]): boolean {
  // Years go first: made plain, some of their digits would be letters.
  let rest = plain(password.replace(/(19|20)\d\d/g, ''))
  const parts = [
    ...contextWords,
    ...commonWords,
    ...own
      .flatMap((text) => text.split('@'))
      .flatMap((text) => plain(text).match(/[a-z0-9]{3,}/g) ?? []),
  ]
  for (const part of parts.sort((a, b) => b.length - a.length)) rest = rest.replaceAll(part, '')
  rest = rest.replace(/(.)\1+/g, '$1').replace(/(.{2,4})\1+/g, '$1')
  return withoutSequences(rest).length < enough
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[@4]/g, 'a')
    .replace(/0/g, 'o')
    .replace(/\$/g, 's')
    .replace(/3/g, 'e')
}

/** `12345`, `abcdef`: a character that only follows the one before says nothing. */
function withoutSequences(text: string): string {
  return Array.from(text)
    .filter(
      (character, index, all) =>
        character.charCodeAt(0) - (all[index - 1]?.charCodeAt(0) ?? -9) !== 1,
    )
    .join('')
}
