import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { arch, platform } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { build } from './build.mjs'
import { ensureInstalled, NODE, projectEnv, ROOT } from './ensure-installed.mjs'
import { packagedFiles } from './packaged-files.mjs'

/**
 * `npm run package [FOLDER]`: creates portaria-VERSION-PLATFORM.tar.gz in the folder (default `dist/package`), with all
 * files of an installation with an external PostgreSQL: Node, the built product and the packages that it needs. Two runs
 * on the same commit create identical bytes.
 */

ensureInstalled()
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const name = `portaria-${version}`
const folder = resolve(process.argv[2] ?? join(ROOT, 'dist', 'package'))
const root = join(folder, name)
const archive = join(folder, `${name}-${platform()}-${arch()}.tar.gz`)

if (!build()) fail('The build failed, see above.')
for (const old of [root, archive]) rmSync(old, { recursive: true, force: true })
copyProduct()
installPackages()
copyNode()
writeBillOfMaterials()
pack()
console.log(archive)

function copyProduct() {
  for (const file of [
    ...packagedFiles(),
    'package.json',
    'package-lock.json',
    'dist/server',
    'dist/web',
  ])
    cpSync(join(ROOT, file), join(root, file), { recursive: true })
}

/** Installs the packages that the server needs, without source maps. Only the embedded PostgreSQL is optional. */
function installPackages() {
  run('npm', ['ci', '--omit=dev', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'])
  for (const map of globSync('node_modules/**/*.map', { cwd: root })) rmSync(join(root, map))
}

function copyNode() {
  const node = join(root, 'bin', 'node')
  mkdirSync(dirname(node))
  cpSync(realpathSync(NODE), node)
  chmodSync(node, 0o755)
  // Symbols for debuggers are a fifth of the file. `strip` is in Debian's package binutils.
  run('strip', [node])
}

/** Writes the software bill of materials (CycloneDX) without serial number and time, which differ in each run. */
function writeBillOfMaterials() {
  const { serialNumber: _serial, ...bill } = JSON.parse(
    run('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], ROOT),
  )
  delete bill.metadata.timestamp
  writeFileSync(join(root, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
}

function pack() {
  const options = [
    '--sort=name',
    `--mtime=@${commitTime()}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
  ]
  run(
    'tar',
    [...options, '--mode=go-w,a+rX', '--use-compress-program=gzip -n', '-cf', archive, name],
    folder,
  )
}

/** Returns the time of the commit in seconds. Files served to browsers need a time that differs between versions. */
function commitTime() {
  return process.env['SOURCE_DATE_EPOCH'] ?? run('git', ['log', '-1', '--format=%ct'], ROOT).trim()
}

function run(program, args, cwd = root) {
  // With NODE_ENV=production npm would leave development packages out of the bill of materials.
  const { NODE_ENV: _, ...env } = projectEnv()
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (error) fail(`${program} could not be run: ${error.message}`)
  if (status !== 0) fail(`${program} ${args.join(' ')} failed:\n${stderr}`)
  return stdout
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
