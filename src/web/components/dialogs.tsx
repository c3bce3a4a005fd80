/** The dialogs that the script opens. */

import { texts } from '../texts.ts'

const KEYS = [
  ['j', texts.nextRow],
  ['k', texts.previousRow],
  ['Enter', texts.openRow],
  ['/', texts.search],
  ['?', texts.showShortcuts],
  ['Esc', texts.closeOrLeave],
] as const

export function KeysDialog({ keys }: { keys: readonly (readonly [key: string, does: string])[] }) {
  const all = KEYS.map(([key, does]) => [key, does()] as const)
  return (
    <dialog id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">{texts.shortcuts()}</h2>
      <dl class="keys">
        {[...all.slice(0, 3), ...keys, ...all.slice(3)].map(([key, does]) => (
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
          {texts.close()}
        </button>
      </form>
    </dialog>
  )
}

/** Asks before a form with `confirm` is sent. The script fills it in. */
export function ConfirmDialog() {
  return (
    <dialog id="confirm" aria-labelledby="confirm-title" aria-describedby="confirm-text">
      <h2 id="confirm-title">{texts.areYouSure()}</h2>
      <p id="confirm-text"></p>
      <form method="dialog" class="actions">
        <button type="submit" class="button plain" value="no">
          {texts.cancel()}
        </button>
        <button type="submit" class="button danger" value="yes">
          {texts.continue()}
        </button>
      </form>
    </dialog>
  )
}
