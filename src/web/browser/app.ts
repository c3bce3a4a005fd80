/** The script of the web pages. Everything works without it, except what it adds: login by address, live updates, keys. */

import { askFirst } from './confirm.ts'
import { copyButtons } from './copy.ts'
import { keyboard } from './keyboard.ts'
import { goLive } from './live.ts'
import { logIn } from './login.ts'
import { sayNotice } from './notice.ts'
import { showCurrentRow } from './rows.ts'
import { tick } from './ticking.ts'

void logIn()
// Somebody may open the address in a window that shows this page already.
addEventListener('hashchange', logIn)
copyButtons()
askFirst()
keyboard()
showCurrentRow()
goLive()
sayNotice()
tick()
// On a phone the navigation may be wider than the screen.
document.querySelector('.side nav [aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
