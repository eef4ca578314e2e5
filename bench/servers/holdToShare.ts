import fs from 'node:fs'
import path from 'node:path'

const PERIOD = 100_000
const ROOT = '/sys/fs/cgroup'

/**
 * Limits a process and its children to a share of one core, so that two of them get twice as much as one and no more.
 * @returns a function that removes the limit, once the process has ended.
 * @throws Error if this user may make no control group.
 */
export function holdToShare(pid: number, share: number): () => void {
  const isFirstVersion = fs.existsSync(path.join(ROOT, 'cpu/cpu.cfs_quota_us'))
  const group = path.join(ROOT, isFirstVersion ? 'cpu' : '', `ullage-bench-${pid}`)
  fs.mkdirSync(group)
  const quota = String(Math.round(share * PERIOD))
  if (isFirstVersion) {
    fs.writeFileSync(path.join(group, 'cpu.cfs_period_us'), String(PERIOD))
    fs.writeFileSync(path.join(group, 'cpu.cfs_quota_us'), quota)
  } else fs.writeFileSync(path.join(group, 'cpu.max'), `${quota} ${PERIOD}`)
  fs.writeFileSync(path.join(group, 'cgroup.procs'), String(pid))
  return () => fs.rmdirSync(group)
}
