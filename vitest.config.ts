import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findBrowser } from './e2e/browser.ts'
import { compileHelp } from './scripts/compile-help.ts'
import { selectTests } from './scripts/test-speed.ts'

/** Files of one worker share what they import: to load the product anew for each took a quarter of the whole run. */
const isolate = false

const webTests = selectTests('web/**/', 'test.{ts,tsx}')
const componentTests = selectTests('web/**/', 'component.test.tsx')

export default defineConfig({
  test: {
    reporters: [
      'default',
      ['json', { outputFile: process.env['TEST_REPORT'] ?? 'test-results/unit.json' }],
    ],
    // Each waits for its database now and then: a third keeps two cores busy.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'server',
          isolate,
          ...selectTests('{contract,server,test,database,examples,scripts,bench}/**/', 'test.ts'),
          globalSetup: 'test/testing/global-setup.ts',
          setupFiles: 'test/testing/quick-hashing.ts',
          // Much is made and soon forgotten: with less room, the collector copies it about meanwhile.
          execArgv: ['--max-semi-space-size=64'],
          // Generous for a busy machine; a passing test never reaches them.
          testTimeout: 60_000,
          hookTimeout: 90_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        test: {
          name: 'web',
          isolate,
          include: webTests.include,
          exclude: [...webTests.exclude, 'web/**/*.component.*'],
        },
      },
      {
        plugins: [react(), compileHelp()],
        resolve: {
          alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'web/api/zod.ts') }],
        },
        // Bundled before the first test, because a dependency that is found later reloads the page.
        optimizeDeps: { entries: ['web/main.tsx', 'web/testing/*.tsx'], include: ['zod/v4'] },
        test: {
          name: 'components',
          ...componentTests,
          // Number of pages that are open at once. Browser projects do not inherit `maxWorkers` of the whole configuration.
          maxWorkers: 3,
          testTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 720 },
            provider: playwright({
              launchOptions: findBrowser(),
              actionTimeout: 15_000,
              contextOptions: {
                locale: 'pt-BR',
                timezoneId: 'America/Sao_Paulo',
                reducedMotion: 'reduce',
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
