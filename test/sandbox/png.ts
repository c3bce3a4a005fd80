/** A reader of PNG images for tests: 8-bit RGBA without interlacing, which is what the sandbox makes. */

import { inflateSync } from 'node:zlib'

export interface Image {
  width: number
  height: number
  rgba: Uint8ClampedArray
}

const SIGNATURE = '89504e470d0a1a0a'
const BYTES_PER_PIXEL = 4

/** The pixels of a PNG data URL. */
export function readPng(dataUrl: string): Image {
  const prefix = 'data:image/png;base64,'
  if (!dataUrl.startsWith(prefix)) throw new Error('not a PNG data URL')
  const file = Buffer.from(dataUrl.slice(prefix.length), 'base64')
  if (file.subarray(0, 8).toString('hex') !== SIGNATURE) throw new Error('not a PNG')
  const chunks: { type: string; data: Buffer }[] = []
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at)
    chunks.push({
      type: file.toString('latin1', at + 4, at + 8),
      data: file.subarray(at + 8, at + 8 + length),
    })
    at += 12 + length
  }
  const header = chunks.find(chunk => chunk.type === 'IHDR')?.data
  if (header?.subarray(8, 13).toString('hex') !== '0806000000') throw new Error('not 8-bit RGBA')
  const width = header.readUInt32BE(0)
  const height = header.readUInt32BE(4)
  const packed = Buffer.concat(chunks.filter(chunk => chunk.type === 'IDAT').map(chunk => chunk.data))
  return { width, height, rgba: unfilter(inflateSync(packed), width * BYTES_PER_PIXEL, height) }
}

/** Undoes the filter of each line (PNG specification, section 9). */
function unfilter(lines: Buffer, stride: number, height: number): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (stride + 1)]
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x
      const left = x >= BYTES_PER_PIXEL ? pixels[at - BYTES_PER_PIXEL]! : 0
      const up = y > 0 ? pixels[at - stride]! : 0
      const upLeft = y > 0 && x >= BYTES_PER_PIXEL ? pixels[at - stride - BYTES_PER_PIXEL]! : 0
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, upLeft)][filter ?? 0]
      pixels[at] = (lines[y * (stride + 1) + 1 + x]! + predicted!) & 0xff
    }
  }
  return pixels
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft
  const distances = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - upLeft)]
  if (distances[0]! <= distances[1]! && distances[0]! <= distances[2]!) return left
  return distances[1]! <= distances[2]! ? up : upLeft
}
