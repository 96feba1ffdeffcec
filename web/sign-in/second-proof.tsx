import { NativeSelect } from '@mantine/core'
import type { BodyOf } from '../../contract/endpoint.ts'
import type { passwords } from '../../contract/passwords.ts'
import type { SecondProofName } from '../../contract/mfa-types.ts'
import { formatInstant } from '../../contract/shown.ts'
import { call } from '../api/api-client.ts'
import { assertPasskey } from '../passkeys/passkey-ceremonies.ts'
import { ExactText } from '../ui/exact-text.tsx'
import type { Mistakes } from './mistakes.ts'
import classes from './passwords.module.css'

/** The second proof that a recovery needs (decision 96). */
export interface NeededProof {
  proofs: readonly SecondProofName[]
  /** When the temporary password alone suffices; null if it never does. */
  waits_until: string | null
}

/** What the user chose and typed. */
export interface ChosenProof {
  proof: SecondProofName
  code: string
}

const names: Record<SecondProofName, string> = {
  WEB_AUTHN: 'Chave de acesso',
  SOFTWARE_TOKEN_MFA: 'Aplicativo autenticador',
  RECOVERY_CODE: 'Código de recuperação',
}
const codeLabels = {
  SOFTWARE_TOKEN_MFA: 'Código do aplicativo',
  RECOVERY_CODE: 'Código de recuperação',
} as const

/** Returns the mistake in a typed code; a passkey is asked for when the form is sent. */
export function mistakeInProof({ proof, code }: ChosenProof): Mistakes<'code'> | null {
  if (proof === 'WEB_AUTHN') return null
  const typed = code.trim()
  if (typed === '') return { code: 'Insira o código.' }
  const fits =
    proof === 'SOFTWARE_TOKEN_MFA' ? /^\d{6}$/ : /^[\dA-Za-z][\dA-Za-z -]{22,58}[\dA-Za-z]$/
  return fits.test(typed) ? null : { code: 'Código inválido.' }
}

/** Returns the proof to send. For a passkey, asks the browser; rejects with an error for `passkeyMessage`. */
export async function proofToSend(
  { session, email }: { session: string; email: string },
  { proof, code }: ChosenProof,
): Promise<BodyOf<typeof passwords.userSetPassword>['proof']> {
  if (proof !== 'WEB_AUTHN') return { challengeName: proof, code: code.trim() }
  const { options } = await call('userChooseMfa', { body: { session, email, answer: proof } })
  if (!options) throw new Error('The server sent no options.')
  return { challengeName: proof, credential: await assertPasskey(options) }
}

/** Fields of the second proof: which one, and its code. */
export function SecondProofFields({
  needed,
  value,
  mistakes,
  onChange,
}: {
  needed: NeededProof
  value: ChosenProof
  mistakes: Mistakes<'code'>
  onChange: (part: Partial<ChosenProof>) => void
}) {
  const { proofs, waits_until: until } = needed
  return (
    <>
      <p className={classes['lead']}>
        {`A sua conta tem mais proteção: confirme também por outra forma que é você. ${
          until === null
            ? 'Se não tiver nenhuma delas, peça a quem administra a sua conta que aprove a recuperação.'
            : `Se não tiver nenhuma delas, volte depois de ${formatInstant(until)}, ou peça a quem administra a sua conta que aprove a recuperação.`
        }`}
      </p>
      {proofs.length > 1 && (
        <NativeSelect
          label="Como confirmar que é você"
          data={proofs.map((proof) => ({ value: proof, label: names[proof] }))}
          value={value.proof}
          onChange={(event) => {
            const proof = proofs.find((one) => one === event.currentTarget.value)
            if (proof) onChange({ proof, code: '' })
          }}
        />
      )}
      {value.proof === 'WEB_AUTHN' ? (
        <p className={classes['lead']}>Ao salvar, o navegador pede a sua chave de acesso.</p>
      ) : (
        <ExactText
          label={codeLabels[value.proof]}
          inputMode={value.proof === 'SOFTWARE_TOKEN_MFA' ? 'numeric' : 'text'}
          autoComplete="off"
          maxLength={60}
          required
          withAsterisk={false}
          value={value.code}
          onChange={(event) => onChange({ code: event.currentTarget.value })}
          error={mistakes.code}
          data-allow-clipboard
        />
      )}
    </>
  )
}
