/** The dialogs that the script opens. */

const KEYS = [
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['/', 'Search'],
  ['?', 'Show the shortcuts'],
  ['Esc', 'Close, or leave a field'],
] as const

export function KeysDialog({ keys }: { keys: readonly (readonly [key: string, does: string])[] }) {
  return (
    <dialog id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">Shortcuts</h2>
      <dl class="keys">
        {[...KEYS.slice(0, 3), ...keys, ...KEYS.slice(3)].map(([key, does]) => (
          <div>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog" class="actions">
        <button type="submit" class="button plain">
          Close
        </button>
      </form>
    </dialog>
  )
}

/** Asks before a form with `confirm` is sent. The script fills it in. */
export function ConfirmDialog() {
  return (
    <dialog id="confirm" aria-labelledby="confirm-title" aria-describedby="confirm-text">
      <h2 id="confirm-title">Are you sure?</h2>
      <p id="confirm-text"></p>
      <form method="dialog" class="actions">
        <button type="submit" class="button plain" value="no">
          Cancel
        </button>
        <button type="submit" class="button danger" value="yes">
          Continue
        </button>
      </form>
    </dialog>
  )
}
