/** A short tone for each new payment, where a person has switched it on. */

import { find } from './elements.ts'

const ON = 'pixctl-sound'
const HEARD = 'pixctl-newest'
/** The two notes, in hertz, and how long each of them lasts, in seconds. */
const NOTES = [880, 1320]
const NOTE_S = 0.18

let audio: AudioContext | undefined

export function sound(): void {
  const button = find('button[data-sound]', HTMLButtonElement)
  if (!button) return
  const isOn = () => localStorage.getItem(ON) === 'on'
  const show = () => {
    const state = !isOn() ? 'off' : audio?.state === 'running' ? 'on' : 'blocked'
    button.textContent = JSON.parse(button.dataset.sound ?? '{}')[state]
    button.setAttribute('aria-pressed', String(isOn()))
  }
  /** A browser plays nothing before a person has touched the page. */
  const wake = () => {
    if (!isOn()) return
    audio ??= new AudioContext()
    audio.onstatechange = show
    void audio.resume()
  }
  button.addEventListener('click', () => {
    localStorage.setItem(ON, isOn() ? 'off' : 'on')
    wake()
    if (isOn()) play()
    show()
  })
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, wake)
  button.hidden = false
  wake()
  show()
  soundPayment()
}

/** Plays if another payment is the newest than when a page last looked; what was there at first is none. */
export function soundPayment(): void {
  const newest = find('[data-newest]', HTMLElement)?.dataset.newest
  if (newest === undefined) return
  const before = sessionStorage.getItem(HEARD)
  sessionStorage.setItem(HEARD, newest)
  if (before !== null && newest !== '' && newest !== before && localStorage.getItem(ON) === 'on') play()
}

function play(): void {
  if (!audio) return
  for (const [index, note] of NOTES.entries()) {
    const start = audio.currentTime + index * NOTE_S
    const volume = new GainNode(audio, { gain: 0.3 })
    volume.gain.setTargetAtTime(0, start + NOTE_S / 2, 0.05)
    const tone = new OscillatorNode(audio, { frequency: note })
    tone.connect(volume).connect(audio.destination)
    tone.start(start)
    tone.stop(start + NOTE_S)
  }
}
