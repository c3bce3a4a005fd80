/** The reader has closed the pipe (`| head -1`). This is not an error, only the end. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe'
}

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
