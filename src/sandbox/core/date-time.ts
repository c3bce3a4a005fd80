/** A time in ms as the service writes it; null stays null. */
export function toDateTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
