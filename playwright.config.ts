import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/browser.ts'
import { selectTests } from './scripts/test-speed.ts'

const { include, exclude } = selectTests('', 'e2e.ts')

// Each worker starts its own server on its own database: see e2e/fixtures.ts.
export default defineConfig({
  testDir: 'e2e',
  testMatch: include,
  testIgnore: exclude,
  globalSetup: ['./e2e/build.ts', './test/testing/global-setup.ts'],
  outputDir: 'test-results/browser',
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['TEST_REPORT'] ?? 'test-results/browser.json' }],
  ],
  // Browser tests wait for the screen more than they work: a third keeps two cores busy.
  workers: 3,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  // Generous for a busy machine; a passing test never reaches them.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    launchOptions: findBrowser(),
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Each frame of a skeleton that pulses is painted by the processor.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A trace of each test costs a third of the whole run: `npx playwright test --trace on` where one is wanted.
    trace: 'off',
  },
})
