/** The script of the web pages. Everything works without it, except what it adds: login by address, live updates, keys. */

import { charging } from './charging.ts'
import { copyButtons } from './copy.ts'
import { announce } from './elements.ts'
import { keyboard, showCurrentRow } from './keyboard.ts'
import { leaveByItself } from './leaving.ts'
import { goLive } from './live.ts'
import { logIn } from './login.ts'
import { sound } from './sound.ts'
import { steady } from './steady.ts'
import { tick } from './ticking.ts'

/** After the title of the page, which screen readers say first. */
const NOTICE_PAUSE_MS = 500

void logIn()
// Somebody may open the address in a window that shows this page already.
addEventListener('hashchange', logIn)
copyButtons()
keyboard()
showCurrentRow()
steady()
goLive()
charging()
leaveByItself()
tick()
sound()
// Screen readers leave out what is on a page from the start, such as what a form that was just sent has done.
const notices = [...document.querySelectorAll('.notice')].map(notice => notice.textContent)
if (notices.length > 0) setTimeout(() => announce(notices.join(' ')), NOTICE_PAUSE_MS)
