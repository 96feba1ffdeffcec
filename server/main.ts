import { enableCompileCache } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { productFolder } from './shared/product-folder.ts'

// Set before the first use of the pool. Hashing uses at most one thread per core, and each thread that has hashed keeps
// 20 MB.
process.env.UV_THREADPOOL_SIZE ??= String(Math.max(2, availableParallelism()))
// Caches compiled code for the next start, without `NODE_COMPILE_CACHE` too (scripts/server-environment.json). Node's default
// folder is shared by all users, any of whom could place code there.
enableCompileCache(join(productFolder, 'node_modules/.cache/compiled'))
// With many cached sessions the heap is mostly long-lived; by default V8 would let it at least double with garbage.
setFlagsFromString('--heap-growing-percent=20')
// Few objects survive a request, so parallel scavenging costs more than it saves.
setFlagsFromString('--no-parallel-scavenge')
await import('./start.ts')
