import { Loader, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconDeviceMobile, IconMail, type Icon } from '@tabler/icons-react'
import type { MfaType } from '../../contract/mfa-types.ts'
import classes from './mfa.module.css'

const channels: Record<MfaType, { label: string; icon: Icon }> = {
  EMAIL_OTP: { label: 'E-mail', icon: IconMail },
  SMS_MFA: { label: 'SMS', icon: IconDeviceMobile },
}
const order = ['SMS_MFA', 'EMAIL_OTP'] as const satisfies readonly MfaType[]

interface MfaChoiceProps {
  /** Masked phone number and e-mail; a channel without a destination is not offered. */
  destinations: Partial<Record<MfaType, string | undefined>>
  /** Channel whose code is being sent. */
  sending: MfaType | null
  onChoose: (type: MfaType) => void
}

/** Choice between a code by SMS and one by e-mail (portal.md §4). */
export function MfaChoice({ destinations, sending, onChoose }: MfaChoiceProps) {
  return (
    <>
      <p className={classes['hint']}>
        Para confirmar que é você, enviaremos um código de 6 dígitos, válido por alguns minutos.
      </p>
      <ul className={classes['ways']}>
        {order.map((type) => {
          const { label, icon: Icon } = channels[type]
          const destination = destinations[type]
          if (destination === undefined) return null
          return (
            <li key={type}>
              <UnstyledButton
                className={classes['way'] ?? ''}
                disabled={sending !== null}
                onClick={() => onChoose(type)}
              >
                <Icon size={20} stroke={1.7} aria-hidden="true" />
                <span className={classes['wayText']}>
                  <span className={classes['wayLabel']}>{label}</span>
                  <span className={classes['destination']}>{destination}</span>
                </span>
                {sending === type ? (
                  <Loader size={16} />
                ) : (
                  <IconChevronRight size={16} stroke={1.8} aria-hidden="true" />
                )}
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
    </>
  )
}
