import { enableCompileCache } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { productFolder } from './shared/product-folder.ts'
import { version } from './shared/version.ts'

if (process.argv.includes('--version')) {
  console.log(version)
  process.exit()
}

// Must be set before the thread pool is first used. Hashing uses at most one thread per core, and each thread that has
// hashed keeps 20 MB.
process.env.UV_THREADPOOL_SIZE ??= String(Math.max(2, availableParallelism()))
// Caches compiled code for the next start, even without `NODE_COMPILE_CACHE` (scripts/server-environment.json). Not in
// Node's default folder: all users of the machine share it, and any of them could place code there.
enableCompileCache(join(productFolder, 'node_modules/.cache/compiled'))
// With many cached sessions, most of the heap is long-lived. By default V8 would let the heap at least double with
// garbage.
setFlagsFromString('--heap-growing-percent=20')
// Few objects survive a request, so parallel scavenging costs more than it saves.
setFlagsFromString('--no-parallel-scavenge')
await import('./start.ts')
