<?php
// Writes each text of a list again, in the ways of PHP.
const WAYS = [
    0,
    JSON_UNESCAPED_SLASHES,
    JSON_UNESCAPED_UNICODE,
    JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE,
    JSON_PRESERVE_ZERO_FRACTION,
    JSON_PRETTY_PRINT,
];
$texts = json_decode(stream_get_contents(STDIN));
echo json_encode(array_map(
    fn($text) => array_map(fn($way) => json_encode(json_decode($text), $way), WAYS),
    $texts,
));
