/** Makes a PNG file smaller: at most 256 colours; the others become the nearest one. */

import { crc32, deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'

const MOST = 256
/** How many of them are for what there is little of. */
const RARE = 64
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** 8 bits a pixel, each an index of the palette. */
const INDEXED = Buffer.from([8, 3, 0, 0, 0])

export function withFewColours(file: Buffer): Buffer {
  const { width, height, data } = PNG.sync.read(file)
  const pixels = Array.from({ length: width * height }, (_, index) => data.readUInt32BE(index * 4) >>> 8)
  const counts = new Map<number, number>()
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const palette = paletteOf(counts)
  const indexes = new Map([...counts.keys()].map(colour => [colour, nearest(colour, palette).index]))
  // Each row begins with its filter: none.
  const rows = Buffer.alloc((width + 1) * height)
  for (const [index, colour] of pixels.entries()) {
    rows[index + Math.floor(index / width) + 1] = indexes.get(colour)!
  }
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([size, INDEXED])),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function channels(colour: number): [red: number, green: number, blue: number] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255]
}

/** The colours that it has most of, then those that differ most from them, so that a rare one isn't lost. */
function paletteOf(counts: ReadonlyMap<number, number>): number[] {
  const colours = [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)!)
  const palette = colours.slice(0, MOST - RARE)
  const left = new Map(colours.slice(palette.length).map(each => [each, nearest(each, palette).distance]))
  while (palette.length < MOST && left.size > 0) {
    const [[farthest]] = [...left].sort(([, a], [, b]) => b - a) as [[number, number]]
    palette.push(farthest)
    left.delete(farthest)
    for (const [each, before] of left) left.set(each, Math.min(before, distance(each, farthest)))
  }
  return palette
}

function nearest(colour: number, palette: readonly number[]): { index: number; distance: number } {
  const distances = palette.map(each => distance(each, colour))
  const least = Math.min(...distances)
  return { index: distances.indexOf(least), distance: least }
}

function distance(one: number, other: number): number {
  const [red, green, blue] = channels(one)
  const [r, g, b] = channels(other)
  return (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
