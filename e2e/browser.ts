import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LaunchOptions } from '@playwright/test'

const ROOT = join(import.meta.dirname, '..')

// The defaults of @sparticuz/chromium are not usable: its single process for lambdas crashes with more than one
// context, and it disables the web security that the tests check.
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
  // Disable optimised compilation, which takes a ninth of the scripts' time. Pages are closed before it pays off.
  '--js-flags=--no-maglev --no-turbofan',
]

/**
 * Returns launch options for Chromium. Its executable is that of CHROMIUM_PATH, that from npm (Linux on x64), or an
 * installed one.
 */
export function findBrowser(): LaunchOptions {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) return { executablePath: chosen, args: ARGS }
  if (process.platform === 'linux' && process.arch === 'x64') return unpackedBrowser()
  const installed = INSTALLED.find((path) => existsSync(path))
  if (installed) return { executablePath: installed, args: ARGS }
  throw new Error('No Chromium found. Install one, or set CHROMIUM_PATH to its executable.')
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
      // Bundled libraries and font, so that no system packages are needed and screenshots look alike.
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: folder,
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      XDG_CACHE_HOME: folder,
    },
  }
}

/** Unpacks into a temporary directory and renames it, so that an interrupted run leaves no partial result. */
function unpack(folder: string): void {
  const draft = `${folder}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  // The package unpacks into TMPDIR. It unpacks its system libraries only in the environment of a lambda, which this
  // separate process gets.
  const script = `(await import('@sparticuz/chromium')).default.executablePath()`
  execFileSync(process.execPath, ['--input-type=module', '--eval', `await ${script}`], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  })
  writeFileSync(join(draft, 'fonts.conf'), FONT_SETTINGS)
  if (existsSync(folder)) rmSync(draft, { recursive: true })
  else renameSync(draft, folder)
}

/** Font settings. Paths are relative to the file and to XDG_CACHE_HOME, so that the project's folder can be moved. */
const FONT_SETTINGS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fonts-cache</cachedir>
</fontconfig>
`

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
