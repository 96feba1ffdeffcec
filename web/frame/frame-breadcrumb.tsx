import { IconChevronRight, IconDots, IconHome } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { lastListUrl } from '../list/last-list-url.ts'
import { toHome, toScreen, toStatus } from '../paths.ts'
import classes from './frame-breadcrumb.module.css'
import type { ShownStep } from './use-breadcrumb.ts'

/**
 * Breadcrumb to the current screen. Its first step is a link to the landing page, or to the status page if the screen
 * belongs there (portal.md §2). On phones a long breadcrumb shows only its last two steps until it is expanded.
 */
export function FrameBreadcrumb({ path, steps: allSteps }: { path: string; steps: ShownStep[] }) {
  const home = path.startsWith('/status') ? toStatus() : toHome()
  const steps = path === '/home' ? [] : allSteps
  // Path of the screen for which the breadcrumb was expanded. Other screens start collapsed.
  const [expandedFor, setExpandedFor] = useState<string | null>(null)
  const short = steps.length > 2 && expandedFor !== path
  return (
    <nav
      className={classes['breadcrumb']}
      aria-label="Você está em"
      data-short={short || undefined}
    >
      <ol>
        <li>
          <Link {...home} className={classes['link']} activeProps={{}}>
            <IconHome size={15} stroke={1.8} aria-hidden="true" />
            <span className={classes['start']}>Início</span>
          </Link>
        </li>
        {short && (
          <li className={classes['more']}>
            <IconChevronRight size={14} stroke={1.8} aria-hidden="true" />
            <button
              type="button"
              aria-label="Mostrar o caminho inteiro"
              onClick={() => setExpandedFor(path)}
            >
              <IconDots size={16} stroke={1.8} aria-hidden="true" />
            </button>
          </li>
        )}
        {steps.map((step, index) => (
          <li key={step.to}>
            <IconChevronRight size={14} stroke={1.8} aria-hidden="true" />
            <Step step={step} current={index === steps.length - 1} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Step({
  step: { to, search, label, open },
  current,
}: {
  step: ShownStep
  current: boolean
}) {
  const target = useLastPlace(to, search)
  const text = (
    <span className={classes['label']} title={label} {...(current && { 'aria-current': 'page' })}>
      {label}
    </span>
  )
  if (current || !open) return text
  return (
    <Link {...target} className={classes['link']} activeProps={{}}>
      {text}
    </Link>
  )
}

/** Returns the link to a screen. A list opens as it was last shown, with filters and page. */
function useLastPlace(to: string, search: object | undefined) {
  const { buildLocation, options } = useRouter()
  const target = toScreen(to, search)
  const { pathname, href } = buildLocation(target)
  const last = lastListUrl({ pathname, href })
  return last === href ? target : toScreen(to, options.parseSearch(last.slice(pathname.length)))
}
