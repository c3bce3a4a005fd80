import { parse } from '@oclif/core/parser'

type FlagSet = NonNullable<Parameters<typeof parse>[1]['flags']>

/** The values that oclif makes of arguments by these flags: what a command reads, without running it. */
export async function flagsOf<Flags extends FlagSet>(flags: Flags, args: readonly string[]) {
  // biome-ignore lint/suspicious/noExplicitAny: each set of flags has its own type of values, which its reader knows
  return (await parse([...args], { flags })).flags as any
}
