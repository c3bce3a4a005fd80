/** The time of the processor that this process has taken, in milliseconds: other tests beside it don't count. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
