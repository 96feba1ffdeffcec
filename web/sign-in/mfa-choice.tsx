import { Loader, UnstyledButton } from '@mantine/core'
import {
  IconChevronRight,
  IconDeviceMobile,
  IconKey,
  IconMail,
  type Icon,
} from '@tabler/icons-react'
import type { BegunFactor } from '../../contract/mfa-types.ts'
import classes from './mfa.module.css'

const ways: Record<BegunFactor, { label: string; icon: Icon; hint?: string }> = {
  WEB_AUTHN: {
    label: 'Chave de acesso',
    icon: IconKey,
    hint: 'PIN, digital ou rosto do dispositivo',
  },
  SMS_MFA: { label: 'SMS', icon: IconDeviceMobile },
  EMAIL_OTP: { label: 'E-mail', icon: IconMail },
}
const order = ['WEB_AUTHN', 'SMS_MFA', 'EMAIL_OTP'] as const satisfies readonly BegunFactor[]

interface MfaChoiceProps {
  /** Masked phone number and e-mail; a way without a destination is not offered. */
  destinations: Partial<Record<BegunFactor, string | undefined>>
  /** The way that is being started. */
  starting: BegunFactor | null
  /** Why the last attempt failed; otherwise null. */
  error: string | null
  onChoose: (way: BegunFactor) => void
}

/** Choice of the second step: a code by SMS or e-mail (portal.md §4), or a passkey (decision 93). */
export function MfaChoice({ destinations, starting, error, onChoose }: MfaChoiceProps) {
  const offered = order.filter((way) => destinations[way] !== undefined)
  return (
    <>
      <p className={classes['hint']}>
        {destinations.WEB_AUTHN === undefined
          ? 'Para confirmar que é você, enviaremos um código de 6 dígitos, válido por alguns minutos.'
          : 'Use a sua chave de acesso, ou receba um código de 6 dígitos, válido por alguns minutos.'}
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
      {destinations.WEB_AUTHN !== undefined && (
        <p role="alert" className={classes['error']}>
          {error}
        </p>
      )}
    </>
  )
}
