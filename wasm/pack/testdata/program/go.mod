module program

go 1.22
