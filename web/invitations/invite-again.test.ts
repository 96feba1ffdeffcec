import { expect, test } from 'vitest'
import { resultText } from './invite-again.ts'

const entered = (user_id: number) => ({ user_id, reason: 'entered' as const })
const limit = (user_id: number) => ({ user_id, reason: 'limit' as const })

test.each([
  [{ user_id: [1], skipped: [] }, 'Convite reenviado com sucesso!'],
  [
    { user_id: [1, 2], skipped: [entered(3)] },
    '2 convites reenviados com sucesso! 1 pessoa já entrou e não precisa mais de convite.',
  ],
  [
    { user_id: [], skipped: [entered(3), entered(4), limit(5)] },
    'Nenhum convite foi reenviado. 2 pessoas já entraram e não precisam mais de convite. 1 pessoa já recebeu 5 convites nesta hora e ficou de fora.',
  ],
])('the message says how many were sent, and who was skipped: %j', (sent, message) => {
  expect(resultText(sent)).toBe(message)
})
