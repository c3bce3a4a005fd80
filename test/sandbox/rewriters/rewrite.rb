# Writes each text of a list again, in the ways of Ruby.
require 'json'

puts JSON.generate(JSON.parse($stdin.read).map do |text|
  value = JSON.parse(text)
  [JSON.generate(value), JSON.pretty_generate(value)]
end)
