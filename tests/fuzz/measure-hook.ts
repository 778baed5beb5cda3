/**
 * Loaded into the server process by `--import`: reports its event loop's longest block and its
 * memory. A block is the main thread's processor time between two timer ticks, so that load on the
 * machine is not counted. `monitorEventLoopDelay` cannot distinguish the two.
 */
const TICK_MS = 10
const REPORT_MS = 100

export interface Measurement {
  readonly blockedMs: number
  readonly rssBytes: number
}

let lastAt = performance.now()
let lastCpu = process.threadCpuUsage()
let blockedMs = 0

setInterval(() => {
  const [at, cpu] = [performance.now(), process.threadCpuUsage()]
  const spentMs = (cpu.user - lastCpu.user + cpu.system - lastCpu.system) / 1000
  blockedMs = Math.max(blockedMs, Math.min(at - lastAt - TICK_MS, spentMs))
  lastAt = at
  lastCpu = cpu
}, TICK_MS).unref()

setInterval(() => {
  const measurement: Measurement = { blockedMs, rssBytes: process.memoryUsage.rss() }
  blockedMs = 0
  process.send?.(measurement)
}, REPORT_MS).unref()

// Reporting alone must not prevent the process from exiting.
process.channel?.unref()
