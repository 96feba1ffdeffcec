import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LaunchOptions } from '@playwright/test'

const ROOT = join(import.meta.dirname, '..')

// Not those of @sparticuz/chromium: one process for everything, as it wants for lambdas, crashes with
// more than one context, and it turns off the web security that the tests are to see.
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--font-render-hinting=none',
  // A page of a test is gone before its scripts earn what compiling them well costs: a ninth of their time.
  '--js-flags=--no-maglev --no-turbofan',
]

/**
 * How Playwright starts a Chromium on this machine: the one named by CHROMIUM_PATH, the one that npm
 * brings (Linux on x64), or an installed one.
 */
export function findBrowser(): LaunchOptions {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) return { executablePath: chosen, args: ARGS }
  if (process.platform === 'linux' && process.arch === 'x64') return unpackedBrowser()
  const installed = INSTALLED.find((path) => existsSync(path))
  if (installed) return { executablePath: installed, args: ARGS }
  throw new Error('No Chromium found. Install one, or set CHROMIUM_PATH to its program.')
}

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

function unpackedBrowser(): LaunchOptions {
  const folder = join(ROOT, 'node_modules', '.cache', `chromium-${packageVersion()}`)
  if (!existsSync(folder)) unpack(folder)
  return {
    executablePath: join(folder, 'chromium'),
    args: ARGS,
    env: {
      ...definedEnv(),
      // Its own libraries and font, so that a machine without any will do and pictures look alike.
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: folder,
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  }
}

/** Into a draft that is renamed when whole, so that an interrupted run leaves nothing half unpacked. */
function unpack(folder: string): void {
  const draft = `${folder}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  // The package unpacks into the folder for temporary files, and its system libraries only where it
  // believes itself in a lambda; hence a process of its own.
  const script = `(await import('@sparticuz/chromium')).default.executablePath()`
  execFileSync(process.execPath, ['--input-type=module', '--eval', `await ${script}`], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  })
  writeFileSync(join(draft, 'fonts.conf'), fontSettings(folder))
  if (existsSync(folder)) rmSync(draft, { recursive: true })
  else renameSync(draft, folder)
}

function fontSettings(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`
}

function packageVersion(): string {
  const file = join(ROOT, 'node_modules', '@sparticuz', 'chromium', 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

function definedEnv(): Record<string, string> {
  const entries = Object.entries(process.env)
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
