import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCircle } from '@tabler/icons-react'
import { isPasswordRuleKept, passwordRules } from '../../contract/password-policy.ts'
import classes from './passwords.module.css'

/** Rules of a new password; each gets a check mark once it is met (portal.md §5). */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  return (
    <ul id={id} className={classes['rules']} aria-label="Regras da nova senha">
      {passwordRules.map((rule) => {
        const met = isPasswordRuleKept(rule, password)
        const Mark = met ? IconCheck : IconCircle
        return (
          <li key={rule.sentence} data-met={met}>
            <Mark size={14} stroke={met ? 2.6 : 1.8} aria-hidden="true" />
            <span>{rule.sentence}</span>
            <VisuallyHidden>{met ? 'Atendida.' : 'Ainda não atendida.'}</VisuallyHidden>
          </li>
        )
      })}
    </ul>
  )
}
