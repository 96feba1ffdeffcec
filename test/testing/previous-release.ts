import { spawnSync } from 'node:child_process'
import { productFolder } from '../../server/shared/product-folder.ts'

/** The newest release of CHANGELOG.md, and the commit that created it. Must be changed with each release. */
export const previousRelease = { version: '0.3.0', commit: '228c2b59' }

/** Whether the repository contains the commit of the previous release. It does not in a shallow clone, or without Git. */
export function hasPreviousRelease(): boolean {
  const { status } = spawnSync('git', ['cat-file', '-e', `${previousRelease.commit}^{commit}`], {
    cwd: productFolder,
  })
  return status === 0
}
