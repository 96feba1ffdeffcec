import { RecordLink } from '../links/record-link.tsx'
import { toUserListWithoutFactor } from '../paths.ts'
import { boundedCount } from '../ui/bounded-count.ts'
import classes from './factor-advice.module.css'
import type { HomeResponse } from './todo-items.ts'

/**
 * Advice about people without a second factor. It is no to-do item, because it stays as long as no policy requires one
 * (decision 95), and should not hide what needs attention.
 */
export function FactorAdvice({ response: { without_factor: found } }: { response: HomeResponse }) {
  if (!found || found.count === 0) return null
  return (
    <p className={classes['advice']}>
      <RecordLink inline {...toUserListWithoutFactor()}>
        {boundedCount(found, 'pessoa sem segundo fator', 'pessoas sem segundo fator')}
      </RecordLink>
      . Recomende uma chave de acesso ou um aplicativo: cada pessoa cria o seu em “Minha conta”.
    </p>
  )
}
