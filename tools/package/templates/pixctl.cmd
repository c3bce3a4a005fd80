@echo off
rem Starts pixctl with the Node that came with it.
"%~dp0..\lib\pixctl\node.exe" "%~dp0..\lib\pixctl\bin\run.js" %*
