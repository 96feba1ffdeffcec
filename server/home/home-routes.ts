import type { home } from '../../contract/home.ts'
import type { Handlers } from '../pipeline/handler.ts'
import type { Clock } from '../shared/clock.ts'
import { readHome } from './home-service.ts'

interface HomeParts {
  clock: Clock
  config: { passwordMaxAgeDays: number }
}

export function homeRoutes({ clock, config }: HomeParts): Handlers<typeof home> {
  return {
    homeGet: ({ db, who }) => readHome(db, who, clock.now(), config),
  }
}
