"""
Runs a command on a terminal that is full, and that nobody reads until a line comes on standard input. Prints the command's
process id, and at its end a line of JSON: its exit code (negative: the signal that killed it), what was read, and whether the
terminal is in its usual mode.
"""
import base64, fcntl, json, os, pty, struct, subprocess, sys, termios, threading, time

master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))
filler = os.open(os.ttyname(slave), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
full = 0
# What the system passes on to the reading side makes room again.
while full < 10:
    try:
        os.write(filler, b'#' * 1000)
        full = 0
    except BlockingIOError:
        full += 1
        time.sleep(0.01)
os.close(filler)


def own_terminal():
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


child = subprocess.Popen(sys.argv[1:], stdin=slave, stdout=slave, stderr=slave, preexec_fn=own_terminal)
print(child.pid, flush=True)
screen = bytearray()


def read():
    while True:
        screen.extend(os.read(master, 65536))


def read_when_told():
    if sys.stdin.readline():
        read()


threading.Thread(target=read_when_told, daemon=True).start()
code = child.wait()
ended = time.monotonic()
threading.Thread(target=read, daemon=True).start()
time.sleep(0.5)
local = termios.tcgetattr(slave)[3]
usual = all(local & flag for flag in (termios.ECHO, termios.ICANON, termios.ISIG))
print(json.dumps({'code': code, 'usual': usual, 'screen': base64.b64encode(screen).decode()}), flush=True)
os._exit(0)
