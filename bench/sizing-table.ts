/**
 * `npm run sizing -- people=300000 signIns=2`: prints the tables of docs/sizing.md for other values. Each constant of the
 * document may be given.
 */
import { readFileSync } from 'node:fs'
import { type Constants, readConstants, resultTables } from './sizing.ts'

const document = readFileSync(new URL('../docs/sizing.md', import.meta.url), 'utf8')
const constants = readConstants(document)
let people: number | undefined
for (const argument of process.argv.slice(2)) {
  const [name = '', text = ''] = argument.split('=')
  const value = Number(text)
  if (text === '' || !(value >= 0)) throw new Error(`${argument} is not like name=5`)
  if (name === 'people') people = value
  else if (name in constants) constants[name as keyof Constants] = value
  else throw new Error(`${name} is not a constant of docs/sizing.md`)
}
console.log(resultTables(constants, people === undefined ? undefined : [people]))
