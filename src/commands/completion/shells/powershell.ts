import type { Completion, Word } from '../model.ts'

/** For Windows PowerShell 5.1 and PowerShell 7. */
export function powershell({ places, common, values, skipped }: Completion): string {
  const known = places.flatMap(({ at }) => at).filter(at => at !== '')
  return `# The completion of pixctl for PowerShell.

Register-ArgumentCompleter -Native -CommandName pixctl -ScriptBlock {
    param($typed, $ast, $cursor)

    $before = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
    $profiles = { & $before[0] auth list 2>$null | ForEach-Object { ($_ -split "\`t")[0] } }
    $known = @(${known.map(quoted).join(', ')})
    $at = ''
    $skip = $false
    foreach ($word in ($before | Select-Object -Skip 1)) {
        if ($skip) { $skip = $false; continue }
        if (@(${skipped.map(quoted).join(', ')}) -ccontains $word) { $skip = $true; continue }
        if ($word.StartsWith('-')) { continue }
        $next = if ($at -eq '' -or $at -eq 'help') { $word } else { "$at $word" }
        if ($known -ccontains $next) { $at = $next }
    }

    # The flag whose value is typed, and what comes before the value in its word.
    $flag = ''
    $start = ''
    $value = $typed
    if ($typed -like '--*=*') {
        $flag = ($typed -split '=', 2)[0]
        $start = "$flag="
        $value = ($typed -split '=', 2)[1]
    } elseif ($before.Count -gt 1 -and $before[-1].StartsWith('-')) {
        $flag = $before[-1]
    }

    $takesValue = $true
    $found = @()
    switch -CaseSensitive -Wildcard ("$at $flag") {
${values
  .map(({ of, words, profiles }) => {
    const found = `@(${words.map(quoted).join(', ')}${profiles ? '& $profiles' : ''})`
    return of.map(each => `        ${quoted(each)} { $found = ${found}; break }`).join('\n')
  })
  .join('\n')}
        default { $takesValue = $false }
    }
    if (-not $takesValue) {
        if ($start -ne '') { return }
        $common = @(${common.map(line).join(', ')})
        $flags = @()
        switch -CaseSensitive ($at) {
${places
  .flatMap(({ at, words, profiles, flags, common }) => {
    const found = `@(${words.map(line).join(', ')}${profiles ? '& $profiles' : ''})`
    const taken = `@(${flags.map(line).join(', ')})${common ? ' + $common' : ''}`
    return at.map(each => `            ${quoted(each)} { $found = ${found}; $flags = ${taken} }`)
  })
  .join('\n')}
        }
        if ($value.StartsWith('-') -or $found.Count -eq 0) { $found = $flags }
    }

    # Each is a word, and mostly a tab and what it means.
    $found | Where-Object { $_.StartsWith($value) } | ForEach-Object {
        $word, $about = $_ -split "\`t", 2
        if (-not $about) { $about = $word }
        [System.Management.Automation.CompletionResult]::new("$start$word", $word, 'ParameterValue', $about)
    }
}
`
}

/** A word, a tab, and what it means. */
function line({ word, about }: Word): string {
  return quoted(`${word}\t${about}`)
}

/** PowerShell takes typographic quotes for quotes too. */
function quoted(text: string): string {
  return `'${text.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`
}
