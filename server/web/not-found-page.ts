/** The page at unknown paths: without scripts, styles or other resources. */
export const NOT_FOUND_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>404 Page Not Found · Flipside</title>
</head>
<body>
<h1>404 Page Not Found</h1>
<p><a href="/">Go to Flipside</a></p>
</body>
</html>
`
