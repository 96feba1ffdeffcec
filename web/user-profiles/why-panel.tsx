import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { Termo } from '../links/termo.tsx'
import { panel } from '../ui/panel.ts'
import classes from './why-panel.module.css'
import { WhyAnswer } from './why-answer.tsx'
import { noQuestion, WhyQuestion } from './why-question.tsx'

interface WhyPanelProps {
  userId: number
  /** Same width as the form above it. */
  width?: 'narrow' | 'broad'
}

/** Section that explains why a user has or lacks access; used on the user's screens. */
export function WhyPanel({ userId, width = 'narrow' }: WhyPanelProps) {
  const module = useLocation({ select: ({ state }) => state.whyModule }) ?? null
  const [question, setQuestion] = useState({ ...noQuestion, module })
  return (
    <section
      className={`${panel} ${classes['panel']}`}
      data-width={width}
      aria-labelledby="por-que"
    >
      <h2 id="por-que">Por quê?</h2>
      <p className={classes['lead']}>
        Veja se a pessoa acessa um <Termo of="module">módulo</Termo>, uma{' '}
        <Termo of="function">função</Termo> ou uma <Termo of="action">ação</Termo>, por qual{' '}
        <Termo of="profile">perfil</Termo>, e o que falta quando não acessa.
      </p>
      <WhyQuestion userId={userId} question={question} onAsk={setQuestion} />
      <WhyAnswer userId={userId} question={question} />
    </section>
  )
}
