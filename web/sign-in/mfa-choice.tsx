import { Loader, UnstyledButton } from '@mantine/core'
import {
  IconChevronRight,
  IconDeviceMobile,
  IconKey,
  IconLifebuoy,
  IconMail,
  IconShieldCheck,
  type Icon,
} from '@tabler/icons-react'
import type { SecondFactor } from '../../contract/mfa-types.ts'
import classes from './mfa.module.css'

const ways: Record<SecondFactor, { label: string; icon: Icon; hint?: string }> = {
  WEB_AUTHN: {
    label: 'Chave de acesso',
    icon: IconKey,
    hint: 'PIN, digital ou rosto do dispositivo',
  },
  SOFTWARE_TOKEN_MFA: {
    label: 'Aplicativo autenticador',
    icon: IconShieldCheck,
    hint: 'O código que o aplicativo mostra',
  },
  SMS_MFA: { label: 'SMS', icon: IconDeviceMobile },
  EMAIL_OTP: { label: 'E-mail', icon: IconMail },
  RECOVERY_CODE: {
    label: 'Código de recuperação',
    icon: IconLifebuoy,
    hint: 'Um dos códigos que você guardou',
  },
}
const order = [
  'WEB_AUTHN',
  'SOFTWARE_TOKEN_MFA',
  'SMS_MFA',
  'EMAIL_OTP',
  'RECOVERY_CODE',
] as const satisfies readonly SecondFactor[]

interface MfaChoiceProps {
  /** Masked phone number and e-mail; a way without a destination is not offered. */
  destinations: Partial<Record<SecondFactor, string | undefined>>
  /** Whether a factor other than sent codes is offered. */
  hasOwnWay: boolean
  /** The way that is being started. */
  starting: SecondFactor | null
  /** Why the last attempt failed; otherwise null. */
  error: string | null
  onChoose: (way: SecondFactor) => void
}

/**
 * Choice of the second factor: a code by SMS or e-mail (portal.md §4), a passkey, an authenticator app or a recovery
 * code (decision 93).
 */
export function MfaChoice(props: MfaChoiceProps) {
  const { destinations, hasOwnWay, starting, error, onChoose } = props
  const offered = order.filter((way) => destinations[way] !== undefined)
  return (
    <>
      <p className={classes['hint']}>
        {hasOwnWay
          ? 'Escolha uma forma. Um código por SMS ou e-mail tem 6 dígitos e vale por alguns minutos.'
          : 'Para confirmar que é você, enviaremos um código de 6 dígitos, válido por alguns minutos.'}
      </p>
      <ul className={classes['ways']}>
        {offered.map((way) => {
          const { label, icon: Icon, hint = destinations[way] } = ways[way]
          return (
            <li key={way}>
              <UnstyledButton
                className={classes['way'] ?? ''}
                // A disabled button would lose the focus.
                aria-disabled={starting !== null || undefined}
                onClick={() => starting === null && onChoose(way)}
              >
                <Icon size={20} stroke={1.7} aria-hidden="true" />
                <span className={classes['wayText']}>
                  <span className={classes['wayLabel']}>{label}</span>
                  <span className={classes['destination']}>{hint}</span>
                </span>
                {starting === way ? (
                  <Loader size={16} />
                ) : (
                  <IconChevronRight size={16} stroke={1.8} aria-hidden="true" />
                )}
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
      {hasOwnWay && (
        <p role="alert" className={classes['error']}>
          {error}
        </p>
      )}
    </>
  )
}
